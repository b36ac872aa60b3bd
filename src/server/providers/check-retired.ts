// Fails if a form in the source offers a model or value that its service retires on or before the
// release date.
import { findRetiredOffers, toDay } from '../models/retired/hide-retired.ts'
import { listBuiltInForms } from './built-in-forms.ts'

/** Date of the release, today by default: `RELEASE_DATE=2026-12-24 npm run check`. */
const day = process.env['RELEASE_DATE'] ?? toDay(new Date())

void listBuiltInForms().then((forms) => {
  const offers = findRetiredOffers(forms, { day })
  for (const { service, model, what } of offers) {
    console.error(`${service}: the form of ${model} offers ${what}, which is retired on ${day}.`)
  }
  if (offers.length > 0) process.exitCode = 1
})
