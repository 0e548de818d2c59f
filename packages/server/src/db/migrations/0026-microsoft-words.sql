-- Microsoft's sentence and request ID of a refused connection, for a code that is not in the table of
-- codes (contract/microsoft-codes.ts). Both go with the refusal.
alter table microsoft_connection add column refused_words text;
alter table microsoft_connection add column refused_request_id text;
