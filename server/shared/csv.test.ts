import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test.each([
  [['Ana', 'Bar; grill', 'dijo "hola"'], 'Ana;"Bar; grill";"dijo ""hola"""\r\n'],
  [
    ['=1+1', '+54911', '-2', '@x', '\tx', '\rx', '＝1+1', '＠x', '−2', 'Cami,=1+1,z'],
    `'=1+1;'+54911;'-2;'@x;"'\tx";"'\rx";'＝1+1;'＠x;'−2;"Cami,'=1+1,z"\r\n`,
  ],
  [['a=b', ' =b', 'una\n=línea', 'a,=b'], `a=b; =b;"una\n=línea";"a,'=b"\r\n`],
  [[-5, 1234.5, 0, true, false, null, undefined], '-5;1234,5;0;sí;no;;\r\n'],
])('%j is written %j', (cells, line) => {
  expect(csvLine(cells)).toBe(line)
})
