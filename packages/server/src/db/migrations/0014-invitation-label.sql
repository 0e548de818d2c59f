-- The creator's name for an invitation link, such as the customer or a ticket.
alter table consents add column label text;
