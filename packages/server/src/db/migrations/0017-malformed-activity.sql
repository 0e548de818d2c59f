-- Rows of a nightly reading that could not be read and were left out: their number, and the first of
-- them by id and field, never a value. Null: none.
alter table activity_readings add column malformed_rows jsonb;
