CREATE TABLE "guesses" (
	"id" text PRIMARY KEY NOT NULL,
	"secret" text NOT NULL,
	"guesser" text NOT NULL,
	"is_known" boolean NOT NULL,
	"at" timestamp with time zone NOT NULL
);
