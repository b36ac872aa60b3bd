-- Expands
create table slicer_files (
  owner_id text not null default 'owner',
  digest text primary key,
  name text not null,
  blob_key text not null,
  size_bytes integer not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
--> statement-breakpoint
create index slicer_files_owner on slicer_files (owner_id, created_at);
