"""The screens of a game with real cards. All seats see the same guide; only what each may do now is their own."""
