import { expect, test } from 'vitest'
import { missingOf, readPasted } from './pasted-people.ts'

test.each([
  ['Camila Ferreyra 341 555-0101 camila@gmail.com', 'Camila Ferreyra', '341 555-0101', 'camila@gmail.com'],
  [
    'camila@gmail.com, +54 9 341 555 0101, Camila Ferreyra',
    'Camila Ferreyra',
    '+54 9 341 555 0101',
    'camila@gmail.com',
  ],
  ['1. Juan O’Higgins (0341) 15-555-0102 <juan@gmail.com>', 'Juan O’Higgins', '(0341) 15-555-0102', 'juan@gmail.com'],
  ['• Ñandú Pérez\t3415550103\tnandu@previa.example', 'Ñandú Pérez', '3415550103', 'nandu@previa.example'],
  ['[21:05, 26/11/2026] Lau: Zoe Díaz 341 555 0104', 'Zoe Díaz', '341 555 0104', ''],
  ['12) Ana 11 2345 6789; ana@x.com.ar.', 'Ana', '11 2345 6789', 'ana@x.com.ar'],
  ['Solo Nombre', 'Solo Nombre', '', ''],
  ['Sofi 🎉 3415550105 sofi@gmail.com', 'Sofi 🎉', '3415550105', 'sofi@gmail.com'],
  ['3415550106', '', '3415550106', ''],
])('%s', (line, name, phone, mail) => {
  expect(readPasted(line)).toEqual([{ name, phone, mail }])
})

test('a line each, without the empty ones and the marks of writing direction', () => {
  const text = 'Ana 3415550101 ana@gmail.com\r\n\n   \n\u202aJuan\u202c 3415550102\u2028Zoe 3415550103'
  expect(readPasted(text).map(({ name }) => name)).toEqual(['Ana', 'Juan', 'Zoe'])
})

test('says what is missing', () => {
  expect(missingOf({ name: 'Ana', phone: '3415550101', mail: 'ana@gmail.com' })).toEqual([])
  expect(missingOf({ name: ' ', phone: '12', mail: 'ana@' })).toEqual(['name', 'phone', 'mail'])
})
