-- Expands
create table tool_defaults (
  owner_id text not null default 'owner',
  name text not null,
  is_on boolean not null,
  primary key (owner_id, name)
);
--> statement-breakpoint
alter table chat_permissions add column has_no_tools boolean not null default false;
