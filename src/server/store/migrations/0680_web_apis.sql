-- Expands: the version before has no such tools.
create table web_apis (
  id text primary key,
  name text not null,
  document_address text,
  base_address text not null,
  format text not null,
  auth jsonb not null,
  key jsonb,
  is_on boolean not null default true,
  operations jsonb not null,
  odd jsonb not null,
  problem jsonb,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
