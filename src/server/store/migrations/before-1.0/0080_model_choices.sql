CREATE TABLE "model_choices" (
	"owner" text NOT NULL,
	"model_id" text NOT NULL,
	"is_off" boolean DEFAULT false NOT NULL,
	"is_favourite" boolean DEFAULT false NOT NULL,
	"name" text,
	CONSTRAINT "model_choices_pkey" PRIMARY KEY("owner","model_id")
);
