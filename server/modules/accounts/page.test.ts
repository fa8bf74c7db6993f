import { expect, test } from 'vitest'
import { renderMarkup } from '#server/shared/html.ts'
import { createTestApp } from '#server/testing/app.ts'
import { readScreens, strangeClasses } from '#server/testing/screen-classes.ts'
import { pages } from './page.ts'

test('the way in says its words before its program runs, dressed as its screen', async () => {
  const server = await createTestApp()
  try {
    const [page] = pages
    const head = await page?.head(server.app, { params: {}, query: {} })
    const shown = head?.screen?.(() => null)
    if (!shown) throw new Error('Nothing is shown')
    const screen = await readScreens(
      'areas/account/sign-in/AccountFrame.tsx',
      'areas/account/sign-in/LoginScreen.tsx',
      'shell/layout/Logo.tsx',
      'shell/layout/TopBar.tsx',
      'ui/feedback/Skeleton.tsx',
    )
    expect(strangeClasses(renderMarkup(shown), screen)).toEqual([])
    for (const words of ['Volvé a la', 'Tus entradas, tu QR y tus próximas noches te esperan del otro lado.']) {
      expect(screen).toContain(words)
      expect(renderMarkup(shown)).toContain(words)
    }
  } finally {
    await server.close()
  }
})
