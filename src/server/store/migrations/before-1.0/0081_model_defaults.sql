CREATE TABLE "model_defaults" (
	"owner" text NOT NULL,
	"purpose" text NOT NULL,
	"model_id" text NOT NULL,
	CONSTRAINT "model_defaults_pkey" PRIMARY KEY("owner","purpose")
);
