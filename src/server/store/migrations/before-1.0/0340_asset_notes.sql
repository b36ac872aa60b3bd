-- Expands: notes that somebody wrote at places of a model. Earlier versions show none.
alter table assets add column notes jsonb;
