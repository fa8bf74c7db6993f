import { expect, test } from 'vitest'
import { submitRegret } from './regrets.ts'

const issuesOf = (body: unknown) =>
  submitRegret.body.safeParse(body).error?.issues.map(({ path, message }) => [path.join('.'), message])

test.each([
  'rita@previa.test',
  ' Rita.Sosa@Previa.test ',
  '+54 9 11 2345-6789',
  '(011) 15 2345.6789',
  '0054 9 11 15 2345 6789',
  '１１２３４５６７８９',
])('%s is a contact', (contact) => {
  expect(issuesOf({ contact })).toBeUndefined()
})

test.each(['asdf', 'rita@', 'rita previa.test', '12345', '123456789012345678901', 'asdf 1123456789'])(
  '%s is neither a mail nor a phone, with a number or without',
  (contact) => {
    const said = [['contact', 'Escribí un email o un teléfono']]
    expect(issuesOf({ contact })).toEqual(said)
    expect(issuesOf({ contact, orderNumber: 'Wp1ZbRBp1ZbRBp1ZbRBp1Z' })).toEqual(said)
  },
)

test('an empty contact is none', () => {
  expect(issuesOf({ contact: '  ', orderNumber: 'Wp1ZbRBp1ZbRBp1ZbRBp1Z' })).toBeUndefined()
  expect(issuesOf({ contact: '  ' })?.map(([path]) => path)).toEqual(['orderNumber'])
})
