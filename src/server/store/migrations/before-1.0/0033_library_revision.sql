-- Grows with every change of models and pictures, whoever makes it: while it stays, so does all that
-- was counted of them.
create table library_revision (revision bigint not null);
insert into library_revision (revision) values (0);
create function library_changed() returns trigger language plpgsql as $$
begin
  update library_revision set revision = revision + 1;
  return null;
end
$$;
create trigger assets_changed after insert or update or delete or truncate on assets
  for each statement execute function library_changed();
create trigger files_changed after insert or update or delete or truncate on files
  for each statement execute function library_changed();
