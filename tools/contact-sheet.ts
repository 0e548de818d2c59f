import { readFileSync } from 'node:fs'
import { basename } from 'node:path'

import type { Browser } from '@playwright/test'

/** Pixels of a picture on the sheet, and pictures in a row. */
const THUMBNAIL = { width: 320, columns: 6 }
/** A hundred pictures of 1920 px take longer to decode than a page usually takes to load. */
const LOADED_WITHIN_MS = 300_000

/** Writes one picture that contains all `pictures` (paths of PNG files), each with its name, as JPEG to `path`. */
export async function writeContactSheet(
  browser: Browser,
  { title, pictures, path }: { title: string; pictures: readonly string[]; path: string },
): Promise<void> {
  const width = THUMBNAIL.columns * (THUMBNAIL.width + 16) + 16
  const context = await browser.newContext({ viewport: { width, height: 900 } })
  const page = await context.newPage()
  const figures = pictures.map(
    (picture) => `<figure><img src="data:image/png;base64,${readFileSync(picture, 'base64')}">
      <figcaption>${basename(picture, '.png')}</figcaption></figure>`,
  )
  await page.setContent(
    `<style>
      body { margin: 16px; font: 14px sans-serif; background: #e8e8e8 }
      main { columns: ${THUMBNAIL.columns}; column-gap: 16px }
      figure { margin: 0 0 16px; break-inside: avoid }
      img { width: 100%; display: block; border: 1px solid #999 }
    </style><h1>${title}</h1><main>${figures.join('')}</main>`,
    { timeout: LOADED_WITHIN_MS },
  )
  await page.waitForFunction('[...document.images].every(({ complete }) => complete)', undefined, {
    timeout: LOADED_WITHIN_MS,
  })
  await page.screenshot({
    path,
    type: 'jpeg',
    quality: 75,
    fullPage: true,
    timeout: LOADED_WITHIN_MS,
  })
  await context.close()
}
