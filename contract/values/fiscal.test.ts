import { expect, test } from 'vitest'
import { formatCuit, readCuit } from './cuit.ts'
import { fiscalDataInput } from './fiscal.ts'

test.each([
  ['20-12345678-6', '20123456786'],
  ['30 00000000 7', '30000000007'],
  ['30.70308853.4', '30703088534'],
  ['27230938607', '27230938607'],
  ['20–12345678–6', '20123456786'],
  ['２０１２３４５６７８６', '20123456786'],
  ['CUIT 20-12345678-6', '20123456786'],
  ['CUIT: 20123456786', '20123456786'],
  ['C.U.I.T. N.º 20-12345678-6', '20123456786'],
  ['cuil nº20123456786', '20123456786'],
])('%s is a CUIT', (typed, digits) => {
  expect(readCuit(typed)).toBe(digits)
})

test.each([
  '',
  '20-12345678-5',
  '2012345678',
  '201234567866',
  '00000000000',
  '10123456786',
  '20-1234567a-6',
  'DNI 20123456786',
  'CUIT 2012345678',
])('«%s» is none', (typed) => {
  expect(readCuit(typed)).toBeNull()
})

test('of the ten last digits that a number may have one at most is right', () => {
  for (const number of ['2012345678', '3071234567', '2700000000', '3399999999', '2300000012']) {
    const right = Array.from({ length: 10 }, (_, digit) => readCuit(number + digit)).filter((each) => each !== null)
    expect(right.length).toBeLessThanOrEqual(1)
  }
})

test('a CUIT is kept as its digits and shown with its hyphens', () => {
  const typed = {
    legalName: ' Club  Central S.A. ',
    cuit: '30-00000000-7',
    vatCondition: 'exento',
    address: 'Corrientes 1, CABA',
  }
  expect(fiscalDataInput.parse(typed)).toEqual({ ...typed, legalName: 'Club Central S.A.', cuit: '30000000007' })
  expect(formatCuit('30000000007')).toBe('30-00000000-7')
  const refused = fiscalDataInput.safeParse({ ...typed, cuit: '30-00000000-1' })
  expect(refused.error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
    ['cuit', 'Ese CUIT no es válido: son 11 números, revisá que estén todos'],
  ])
})
