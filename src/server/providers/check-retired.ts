import { findRetiredOffers, toDay } from '../models/retired/hide-retired.ts'
import { listBuiltInForms } from './built-in-forms.ts'

/** The release date can be set: `RELEASE_DATE=2026-12-24 npm run check`. The default is today. */
const day = process.env['RELEASE_DATE'] ?? toDay(new Date())

void listBuiltInForms().then((forms) => {
  const offers = findRetiredOffers(forms, { day })
  for (const { service, model, what } of offers) {
    console.error(`${service}: the form of ${model} offers ${what}, which is retired on ${day}.`)
  }
  if (offers.length > 0) process.exitCode = 1
})
