-- Expands. Fields of a request that the service was asked without, shown with the answer.
alter table runs add column left_out jsonb;
