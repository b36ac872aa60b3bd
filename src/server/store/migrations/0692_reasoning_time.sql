-- Expands: the version before does not read the column.
alter table runs add column reasoning_ms real;
