/** The passwords that are tried first: no account gets one of them. The general ones come from a stored list, ours are listed here. */

/** Tried first here and in no list of the world: its clubs, places, names and words, the product's own, and rows of digits. */
export const localPasswords: readonly string[] =
  `87654321 00000000 22222222 33333333 55555555 66666666 77777777 88888888 99999999 12341234 12121212 01234567 98765432
  contraseña contraseña1 contrasena1 contraseña123 contrasena123 clave123 clave1234 miclave1 miclave123 abcdefgh
  admin1234 administrador root1234 argentina1 argentina123 argentina10 argentina2022 buenosaires bocajuniors boca1234
  bocaboca river1234 racingclub independiente sanlorenzo messi123 messi1010 lionelmessi maradona10 campeones
  campeon2022 teamo123 teamomucho tequiero1 mividal123 hola1234 hola12345 familia1 familia123 papa1234 princesa1
  corazon1 futbol123 cumbia123 fernet123 previa123 previa1234 entradas entradas1 boliche1 elmejor1 elmejor10 quilmes1
  cordoba1 cordoba123 rosario1 rosario123 mendoza1 mendoza123 tucuman1 salta1234 nacho123 juan1234 maria1234 martin123
  sofia123 camila123 agustina julieta1 nicolas123 matias123 facundo1 santiago1 gonzalo1`.split(/\s+/)

/** Shorter ones never get this far. */
const SHORTEST = 8
let list: Promise<ReadonlySet<string>> | null = null

/** Whether `password`, in whatever case, is one of those. */
export async function isCommonPassword(password: string): Promise<boolean> {
  list ??= readList().catch((error: unknown) => {
    list = null
    throw error
  })
  return (await list).has(password.toLowerCase())
}

/** Read when the first person chooses a password: it takes 50 ms and 4 MB, which a start need not spend. */
async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const known = dictionary['passwords-common'].filter((password) => password.length >= SHORTEST)
  return new Set([...known, ...localPasswords])
}
