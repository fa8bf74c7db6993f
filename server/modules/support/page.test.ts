import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '#contract/api/paths.ts'
import { createTestApp, type TestApp } from '#server/testing/app.ts'
import { createBuiltWeb, type BuiltWeb } from '#server/testing/built-web.ts'

let server: TestApp
let web: BuiltWeb
beforeAll(async () => {
  server = await createTestApp()
  web = await createBuiltWeb(server)
})
afterAll(async () => {
  await web.close()
  await server.close()
})

test.each([
  [paths.termsOfUse(), 'Términos de uso'],
  [paths.terms(), 'Términos y condiciones de compra'],
  [paths.privacy(), 'Política de privacidad'],
])('%s says what it is before any script, and may be found', async (path, title) => {
  const { statusCode, body } = await web.fastify.inject({ url: path })
  expect(statusCode).toBe(200)
  expect(body).toContain(`<title>${title} · Previa</title>`)
  expect(body).toContain(`<link rel="canonical" href="${server.app.config.publicUrl}${path}" />`)
  expect(body).toContain('<meta property="og:description"')
  expect(body).not.toContain('noindex')
})
