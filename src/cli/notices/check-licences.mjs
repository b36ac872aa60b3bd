// Part of `npm run check`. Fails if a shipped package has an unknown or incompatible licence.
import { renderNotices } from './render-notices.mjs'

try {
  renderNotices()
  console.log('All shipped packages have licences that fit.')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
