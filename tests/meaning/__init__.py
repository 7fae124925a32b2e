"""What people mean: texts and mails, and what a careful secretary makes of them."""
