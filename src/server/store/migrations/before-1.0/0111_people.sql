-- People who may sign in; the password of the first is that of the server.
create table users (
  id text primary key,
  name text not null,
  email text not null unique,
  role text not null,
  password_hash text,
  is_off boolean not null default false,
  created_at timestamptz not null default now()
);
create table invitations (
  id text primary key,
  digest text not null unique,
  name text not null,
  role text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
