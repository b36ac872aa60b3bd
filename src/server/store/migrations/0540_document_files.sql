-- Expands
alter table documents add column blob_key text;
