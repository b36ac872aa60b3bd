-- Expands: the version before reads and writes the view `presets`, which lacks the new columns.
alter table presets rename to assistants;
alter table assistants add column description text not null default '';
alter table assistants add column picture bytea;
alter table assistants add column folder_id text references folders (id) on delete set null;
alter table assistants add column starters text[] not null default '{}';
alter table assistants add column team_id text references teams (id) on delete set null;
alter table assistants add column changed_at timestamptz not null default now();
create index assistants_team on assistants (team_id) where team_id is not null;
create view presets as
  select owner_id, id, name, model_id, settings, author_id, created_at from assistants;
