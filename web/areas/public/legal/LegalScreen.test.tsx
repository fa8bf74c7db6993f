import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { paths } from '#contract/api/paths.ts'
import { openScreen } from '#web/testing/open-screen.tsx'

test.each([
  [paths.termsOfUse(), 'Términos de uso', ['Menores de edad', 'Transferir una entrada']],
  [
    paths.terms(),
    'Términos y condiciones de compra',
    ['Precio y cargo por servicio', 'Tu derecho de arrepentimiento', 'Admisión y permanencia', 'Transferencia'],
  ],
  [paths.privacy(), 'Política de privacidad', ['Tus derechos', 'Con quién los compartimos']],
])(
  '%s: contents that lead to every section, and the warning that a lawyer has to see it',
  async (path, title, some) => {
    await openScreen(path)
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeTruthy()
    expect(screen.getByText('A revisar por un abogado.')).toBeTruthy()
    const links = within(screen.getByRole('navigation', { name: 'Contenido' })).getAllByRole('link')
    for (const link of links) expect(document.querySelector(link.getAttribute('href') ?? '')).not.toBeNull()
    for (const name of some)
      expect(screen.getByRole('heading', { level: 2, name: new RegExp(`\\. ${name}$`) })).toBeTruthy()
  },
)

test('the privacy policy carries the notice that the agency demands, letter for letter', async () => {
  await openScreen(paths.privacy())
  expect(document.body.textContent).toContain(
    'El titular de los datos personales tiene la facultad de ejercer el derecho de acceso a los mismos en forma gratuita a intervalos no inferiores a seis meses, salvo que se acredite un interés legítimo al efecto conforme lo establecido en el artículo 14, inciso 3 de la Ley Nº 25.326.',
  )
  expect(document.body.textContent).toContain('AGENCIA DE ACCESO A LA INFORMACIÓN PÚBLICA')
})
