import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Particles } from './Particles.tsx'

test('there are twenty particles', () => {
  const { container } = render(<Particles />)
  expect(container.querySelectorAll('span')).toHaveLength(20)
})
