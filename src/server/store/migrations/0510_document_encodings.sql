-- Expands
alter table documents add column encoding text;
alter table documents add column warnings jsonb;
alter table documents add column reader_version integer not null default 0;
alter table document_texts add column source bytea;
