-- Expands: earlier versions delete nobody.
alter table users add column delete_at timestamptz;
-- Who asked for it: they themselves, who may take it back, or an admin.
alter table users add column delete_by text;
