import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { tolerateTranslators } from './translated-page.ts'

const { removeChild, insertBefore } = Node.prototype

function tolerate(): void {
  tolerateTranslators()
  onTestFinished(() => void Object.assign(Node.prototype, { removeChild, insertBefore }))
}

/** As Google's translator leaves a page: each text in two `<font>` elements, the node itself kept or replaced. */
function translate(isReplaced: boolean): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts: Node[] = []
  while (walker.nextNode()) if (walker.currentNode.parentNode?.nodeName !== 'FONT') texts.push(walker.currentNode)
  for (const text of texts) {
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    text.parentNode?.replaceChild(outer, text)
    inner.append(isReplaced ? document.createTextNode(text.textContent ?? '') : text)
    outer.append(inner)
  }
}

function Choice() {
  const [count, setCount] = useState(0)
  return (
    <main>
      {count > 0 ? 'Elegiste' : 'Elegí'} {count > 1 && <b>varias</b>} entradas{count > 0 ? '.' : ''}
      <button type="button" onClick={() => setCount(count + 1)}>
        Agregar
      </button>
      {count > 0 && 'Total'}
    </main>
  )
}

test.each([false, true])('a page with wrapped texts goes on (texts replaced: %s)', async (isReplaced) => {
  tolerate()
  render(<Choice />)
  for (let press = 0; press < 3; press += 1) {
    translate(isReplaced)
    await userEvent.click(screen.getByRole('button'))
  }
  expect(screen.getByText('varias')).toBeTruthy()
  if (!isReplaced) expect(screen.getByRole('main').textContent).toBe('Elegiste varias entradas.AgregarTotal')
})

test('a wrong removal that no translator caused is still an error', () => {
  tolerate()
  const [one, other] = [document.createElement('p'), document.createElement('p')]
  const text = one.appendChild(document.createTextNode('a'))
  expect(() => other.removeChild(text)).toThrow()
  expect(() => other.insertBefore(document.createElement('b'), text)).toThrow()
})

test('without the guard the same press throws', () => {
  const parent = document.body.appendChild(document.createElement('p'))
  const text = parent.appendChild(document.createTextNode('a'))
  translate(false)
  expect(() => parent.removeChild(text)).toThrow()
  tolerate()
  parent.removeChild(text)
  expect(parent.childNodes).toHaveLength(0)
})
