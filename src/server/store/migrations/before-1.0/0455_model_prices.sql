-- Expands: the price of a model that somebody entered, which takes precedence over every list.
alter table model_choices add column price jsonb;
