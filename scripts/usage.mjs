/**
 * What each command of `package.json` takes. `--help` answers with it before anything is prepared, and an option that is not in it is
 * refused with one line.
 */
import { Problem, say } from './bootstrap.mjs'

const SERVER = { empty: 'sin eventos ni personas de prueba', lan: 'también para otros aparatos de la red' }

/** By the npm script: its file, what it does, what comes after it, and its options; a value is named in capitals. */
export const COMMANDS = {
  start: { file: 'scripts/start.mjs', does: 'Prepara todo y abre Previa.', options: SERVER },
  dev: { file: 'scripts/dev.mjs', does: 'Abre Previa y la recarga con cada cambio.', options: SERVER },
  test: {
    file: 'scripts/test.mjs',
    does: 'Corre todas las pruebas, o las partes que se nombran.',
    takes: '[check] [unit] [e2e]',
  },
  check: { file: 'scripts/check.mjs', does: 'Revisa tipos, estilo, formato y código sin uso.' },
  bench: {
    file: 'bench/main.ts',
    does: 'Mide cuánto aguanta el servidor (bench/README.md).',
    options: {
      only: 'GRUPOS a medir, separados por comas; sin esto, todos',
      seconds: 'SEGUNDOS que dura cada medición (8)',
      warm: 'SEGUNDOS de calentamiento (3)',
      accounts: 'CUENTAS de la base (120000)',
      profile: 'guarda en qué se va el tiempo del procesador',
      night: 'ENTRADAS de la noche agotada (20000)',
    },
  },
  'bench:compare': {
    file: 'bench/compare.ts',
    does: 'Compara este código con otra copia del repositorio.',
    takes: '<carpeta>',
    options: {
      pairs: 'PARES de mediciones (5)',
      only: 'GRUPOS a medir, separados por comas',
      seconds: 'SEGUNDOS que dura cada medición (5)',
    },
  },
  prove: {
    file: 'scripts/prove.ts',
    does: 'Corre las pruebas que cuentan intentos con todos sus intentos; «calendar», la suite en fechas raras.',
    takes: '[archivos | calendar]',
  },
  'db:new': { file: 'scripts/db-new.ts', does: 'Crea la próxima migración vacía.', takes: '<nombre-en-minusculas>' },
  'db:check': { file: 'scripts/db-check.ts', does: 'Revisa lo que siempre vale en la base. Sólo lee.' },
  'ledger:check': {
    file: 'scripts/ledger-check.ts',
    does: 'Compara el libro con Mercado Pago y con las ventas. Sólo lee.',
  },
  'db:types': { file: 'scripts/db-types.ts', does: 'Escribe server/db/schema.ts a partir de las migraciones.' },
  'docs:permissions': { file: 'scripts/write-permissions.ts', does: 'Escribe docs/permissions.md.' },
  'docs:jobs': { file: 'scripts/write-jobs.ts', does: 'Escribe docs/jobs.md.' },
  'docs:pictures': {
    file: 'scripts/help-pictures.ts',
    does: 'Saca las imágenes de la ayuda de una Previa abierta.',
    takes: '[dirección] [teléfono] [contraseña]',
  },
  'admin:create': {
    file: 'scripts/admin-create.ts',
    does: 'Crea un administrador; pregunta lo que no se diga.',
    options: {
      name: 'NOMBRE y apellido',
      phone: 'TELÉFONO',
      mail: 'EMAIL',
      password: 'CONTRASEÑA',
      kind: 'CLASE: god (la que vale), legal o admin',
    },
  },
}

/** Answers `--help` and refuses options that the file does not take; files that are no command take anything. */
export function readUsage(file, args) {
  const [name, command] = Object.entries(COMMANDS).find(([, each]) => each.file === file) ?? []
  if (!command) return
  const options = Object.keys(command.options ?? {})
  for (const arg of args) {
    if (arg === '--help' || arg === '-h') {
      say(helpOf(name, command))
      process.exit(0)
    }
    const option = /^--?([^=]*)/.exec(arg)?.[1]
    if (option === undefined || options.includes(option)) continue
    throw new Problem(`No existe la opción ${arg}. Opciones: npm run ${name} -- --help`)
  }
}

function helpOf(name, { does, takes = '', options = {} }) {
  const call = name === 'start' || name === 'test' ? `npm ${name}` : `npm run ${name}`
  const lines = Object.entries({ ...options, help: 'muestra esto' }).map(([option, words]) => {
    const [, value] = /^(\p{Lu}{2,})/u.exec(words) ?? []
    return `  --${option}${value ? ` ${value}` : ''}`.padEnd(24) + words.toLowerCase()
  })
  return `${does}\n\nUso: ${[`${call} --`, takes, '[opciones]'].filter((part) => part !== '').join(' ')}\n\n${lines.join('\n')}`
}
