-- Expands. At whose password somebody has guessed: each account has a limit of its own.
alter table guesses add column account text;
