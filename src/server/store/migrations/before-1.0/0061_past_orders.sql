CREATE TABLE "past_orders" (
	"id" text PRIMARY KEY NOT NULL
);
