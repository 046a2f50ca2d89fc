"""What runs the pure game in real time, and keeps it: whatever knows a clock, a thread or a file, and neither parts nor
pictures."""
