"""What whoever runs the console may change at the table: a menu on the host button, kept in a file of its own."""
