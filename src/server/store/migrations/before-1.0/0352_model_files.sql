-- Expands: earlier versions read the files of their folder alone.
create table model_files (
  name text primary key,
  text text not null,
  changed_at timestamptz not null
);
