import { listOwnKeys } from '#lib/own-value.ts'
import { Hono } from 'hono'
import { matNames } from '#engine/scan-params.ts'
import { paperSizes, writeMatPdf } from '#engine/scan/mat/write-mat-pdf.ts'
import { writeMatSvg } from '#engine/scan/mat/write-mat-svg.ts'
import { HttpError } from '../../errors/http-error.ts'

const papers = listOwnKeys(paperSizes)

/**
 * Creates the routes of `/api/scan-mats`: mats of scans to print, such as `one-page-a4.pdf`, and to
 * show on a tablet, such as `one-page.svg`.
 */
export const scanMatRoutes = () =>
  new Hono().get('/:file', (c) => {
    const file = c.req.param('file')
    for (const name of matNames) {
      if (file === `${name}.svg`) {
        return c.body(writeMatSvg(name), 200, { 'Content-Type': 'image/svg+xml' })
      }
      const paper = papers.find((one) => file === `${name}-${one}.pdf`)
      if (!paper) continue
      return c.body(Uint8Array.from(writeMatPdf(name, paper)), 200, {
        'Content-Type': 'application/pdf',
        'Content-Disposition': `attachment; filename="scan-mat-${file}"`,
      })
    }
    throw new HttpError('not_found', 'There is no mat of this name.')
  })
