/**
 * Threat 22: the policy of every page lets do what the product does (any journey fails by a complaint of the browser) and
 * nothing else.
 */
import { paths } from '#contract/api/paths.ts'
import { expect, test } from './test.ts'

test.use({ serviceWorkers: 'allow' })

test('the API’s reference is drawn under the policy of every page', async ({ page }) => {
  test.slow()
  await page.goto('/api/docs')
  await expect(page.getByRole('heading', { name: /^API de/ })).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('Notificaciones de Mercado Pago').first()).toBeVisible()
})

test('a picture is shown before it is sent', async ({ page }) => {
  await page.goto(paths.home())
  const width = await page.evaluate(`(async () => {
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    const image = new Image()
    image.src = URL.createObjectURL(new Blob([Uint8Array.from(atob(png), (c) => c.charCodeAt(0))]))
    await image.decode()
    return image.naturalWidth
  })()`)
  expect(width).toBe(1)
})

/** What a text that got into a page as markup would try; gives what it could do. */
const TRIES = `(async () => {
  const done = []
  const address = 'https://malo.example/x'
  const inline = document.createElement('script')
  inline.textContent = 'window.ran = true'
  document.body.append(inline)
  if ('ran' in window) done.push('inline')
  // Not in this turn: what a debugger evaluates may evaluate.
  await new Promise((resolve) => setTimeout(() => {
    try { (0, eval)('1'); done.push('eval') } catch {}
    resolve()
  }))
  await fetch(address, { mode: 'no-cors' }).then(() => done.push('fetch'), () => {})
  for (const tag of ['img', 'iframe', 'script', 'video']) {
    const element = document.createElement(tag)
    element.src = address
    document.body.append(element)
  }
  const form = document.createElement('form')
  Object.assign(form, { method: 'post', action: address })
  document.body.append(form)
  form.submit()
  return done
})()`

test.describe('a text that got into a page', () => {
  test.use({ expected: /Content Security Policy|ERR_BLOCKED_BY_CSP|Failed to load resource|evaluate a string/ })

  test('runs no code, sends nothing elsewhere and posts to no other site', async ({ page }) => {
    const elsewhere: string[] = []
    await page.route('https://malo.example/**', (route) => {
      elsewhere.push(route.request().url())
      return route.fulfill({ contentType: 'text/html', body: '<p>Malo</p>' })
    })
    await page.goto(paths.home())
    const { pathname } = new URL(page.url())
    const refusedForm = page.waitForEvent('console', (message) => message.text().includes('form-action'))
    expect(await page.evaluate(TRIES)).toEqual([])
    await refusedForm
    expect([elsewhere, new URL(page.url()).pathname]).toEqual([[], pathname])
  })

  test('control: without the policy it does all of it', async ({ page, baseURL }) => {
    const elsewhere: string[] = []
    await page.route('https://malo.example/**', (route) => {
      elsewhere.push(route.request().url())
      // A page as an answer to its form; what a script of theirs would be is empty.
      const isScript = route.request().resourceType() === 'script'
      return route.fulfill({ contentType: 'text/html', body: isScript ? '' : '<p>Malo</p>' })
    })
    await page.route(`${baseURL}/sin-politica`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>Sin política</h1>' }),
    )
    await page.goto('/sin-politica')
    expect(await page.evaluate(TRIES)).toEqual(['inline', 'eval', 'fetch'])
    await expect(page.getByText('Malo')).toBeVisible()
    expect(elsewhere.length).toBeGreaterThan(2)
  })
})
