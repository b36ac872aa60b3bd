// `npm run check`: fails if a package is shipped whose licence is unknown or does not fit.
import { renderNotices } from './render-notices.mjs'

try {
  renderNotices()
  console.log('All shipped packages have licences that fit.')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
