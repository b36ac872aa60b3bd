-- Expands: earlier versions go by the usual times alone.
alter table sessions add column ends_at timestamptz;
