/** Every control of `web/ui`, as `/dev/ui` shows them in development: pictures, faults of layout, axe, and the keyboard. */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createServer, type ViteDevServer } from 'vite'
import { screenFaults } from './screen-faults.ts'
import { expect, expectAccessible, test } from './test.ts'

// A picture that is asked for on purpose is not there.
test.use({ expected: /status of 404/ })

let vite: ViteDevServer
let gallery: string

test.beforeAll(async () => {
  vite = await createServer({
    configFile: fileURLToPath(new URL('../vite.config.ts', import.meta.url)),
    logLevel: 'error',
    server: { port: 0, host: '127.0.0.1', hmr: false, watch: null },
  })
  await vite.listen()
  gallery = `${vite.resolvedUrls?.local[0] ?? ''}dev/ui`
})
test.afterAll(() => vite.close())

test('every control in every state, on a phone and on a desktop', async ({ page }, info) => {
  test.setTimeout(180_000)
  for (const width of [390, 768, 1280]) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
    await page.goto(gallery)
    await expect(page.getByRole('heading', { name: 'Cuatro a la vez' })).toBeVisible()
    await expect(page.locator('figure svg rect').first()).toBeAttached()
    // Many primary buttons are what this page is for.
    const faults = async () =>
      (await screenFaults(page, { isPhone: width < 768 })).filter((fault) => !/^\d+ primaries/.test(fault))
    await expect.poll(faults, { message: String(width) }).toEqual([])
    const picture = await page.screenshot({ fullPage: true, path: info.outputPath(`controls-${width}.png`) })
    await info.attach(`controls-${width}`, { body: picture, contentType: 'image/png' })
    await expectAccessible(page)
  }
})

test('a chart is walked with the arrows, seen as a table and taken along', async ({ page }) => {
  await page.goto(gallery)
  const chart = page.getByRole('figure', { name: 'Ventas por día' })
  const walk = chart.getByRole('slider', { name: 'Recorrer Ventas por día' })
  await walk.focus()
  await page.keyboard.press('Home')
  await expect(walk).toHaveAttribute('aria-valuetext', '8 de noviembre: Entradas 18')
  await page.keyboard.press('ArrowRight')
  await expect(chart.getByText('9 de noviembre')).toBeVisible()

  const saved = page.waitForEvent('download')
  await chart.getByRole('button', { name: 'Guardar: Ventas por día' }).click()
  await page.getByRole('menuitem', { name: 'Guardar como imagen' }).click()
  const image = readFileSync(await (await saved).path())
  expect(image.subarray(1, 4).toString()).toBe('PNG')

  await chart.getByRole('button', { name: 'Ver la tabla: Ventas por día' }).click()
  await expect(chart.getByRole('row', { name: '21 de noviembre 147' })).toBeAttached()
  await expectAccessible(page)
})

test('no build has the page of the controls', () => {
  const manifest = readFileSync(new URL('../dist/web/manifest.json', import.meta.url), 'utf8')
  expect(manifest).toContain('index.html')
  expect(manifest).not.toContain('gallery/')
})
