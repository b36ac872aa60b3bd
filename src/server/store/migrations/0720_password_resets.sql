-- Expands
create table password_resets (
  user_id text primary key references users (id) on delete cascade,
  digest text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
