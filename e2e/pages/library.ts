import type { Page } from '@playwright/test'

const pyramid = `ply
format ascii 1.0
element vertex 5
property float x
property float y
property float z
element face 6
property list uchar int vertex_indices
end_header
-1 0 -1
1 0 -1
1 0 1
-1 0 1
0 2 0
3 0 1 2
3 0 2 3
3 0 4 1
3 1 4 2
3 2 4 3
3 3 4 0
`

export const importPyramid = (page: Page, name: string): Promise<void> =>
  page
    .locator('[data-place="library"] input[type="file"]')
    .first()
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(pyramid) })
