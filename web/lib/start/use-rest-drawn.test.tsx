import { render, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

/** What a component draws, one after the other, on a page that was opened this way. */
async function drawsAfter(type: string): Promise<{ first: boolean[]; later: boolean[] }> {
  vi.resetModules()
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as PerformanceNavigationTiming])
  const { useRestDrawn } = await import('./use-rest-drawn.ts')
  const draws = async () => {
    const drawn: boolean[] = []
    function Screen() {
      drawn.push(useRestDrawn())
      return null
    }
    render(<Screen />)
    await waitFor(() => expect(drawn.at(-1)).toBe(true))
    return drawn
  }
  return { first: await draws(), later: await draws() }
}

test('a page that was opened draws what is in sight first; the screens after it are drawn whole', async () => {
  const { first, later } = await drawsAfter('navigate')
  expect(first[0]).toBe(false)
  expect(later).not.toContain(false)
})

test.each(['reload', 'back_forward'])(
  'after %s all is drawn at once: the person was at a place of the page',
  async (type) => {
    expect((await drawsAfter(type)).first).not.toContain(false)
  },
)
