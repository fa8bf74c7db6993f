import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Flyer } from './Flyer.tsx'

test('a flyer falls back format by format to its placeholder', () => {
  const { container } = render(
    <Flyer image={{ id: 'abc', width: 1200, height: 1500 }} alt="Fiesta Lunar" sizes="100vw" />,
  )
  const types = () => Array.from(container.querySelectorAll('source'), (source) => source.type)
  expect(types()).toEqual(['image/avif', 'image/webp'])
  fireEvent.error(screen.getByRole('img'))
  expect(types()).toEqual(['image/webp'])
  fireEvent.error(screen.getByRole('img'))
  fireEvent.error(screen.getByRole('img'))
  expect(container.querySelector('img')).toBeNull()
  expect(screen.getByRole('img', { name: 'Fiesta Lunar' })).toBeTruthy()
})
