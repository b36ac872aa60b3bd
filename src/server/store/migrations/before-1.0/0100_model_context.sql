-- How much context somebody wants a model to be allotted, in tokens, where its service lets one say.
alter table model_choices add column context_tokens integer;
