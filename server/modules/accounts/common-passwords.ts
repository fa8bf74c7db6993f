/** The passwords that are tried first, in lower case and at least 8 characters long: shorter ones never get this far. */
export const commonPasswords: ReadonlySet<string> = new Set(
  `12345678 123456789 1234567890 87654321 00000000 11111111 22222222 33333333 55555555 66666666 77777777 88888888
  99999999 12341234 11223344 12121212 01234567 98765432 password password1 password12 password123 passw0rd p4ssw0rd
  contraseña contrasena contraseña1 contrasena1 contraseña123 contrasena123 clave123 clave1234 miclave1 miclave123
  qwertyui qwertyuiop qwerty12 qwerty123 qwerty1234 asdfghjk asdfghjkl zxcvbnm1 1q2w3e4r 1q2w3e4r5t q1w2e3r4 1qaz2wsx
  abcd1234 abc12345 abcdefgh a1b2c3d4 aa123456 iloveyou iloveyou1 princess sunshine football baseball superman batman123
  welcome1 welcome123 letmein1 trustno1 dragon123 monkey123 whatever changeme admin123 admin1234 administrador root1234
  argentina argentina1 argentina123 argentina10 argentina2022 buenosaires bocajuniors boca1234 bocaboca riverplate
  river1234 river123 racingclub independiente sanlorenzo messi123 messi1010 lionelmessi maradona maradona10 campeones
  campeon2022 teamo123 teamomucho tequiero tequiero1 mividal123 amorcito hola1234 hola12345 holahola familia1 familia123
  mama1234 papa1234 estrella mariposa princesa princesa1 corazon1 chocolate futbol123 cumbia123 fernet123 previa123
  previa1234 entradas entradas1 boliche1 elmejor1 elmejor10 quilmes1 cordoba1 cordoba123 rosario1 rosario123 mendoza1
  mendoza123 santafe1 tucuman1 salta1234 nacho123 juan1234 maria123 maria1234 carlos123 martin123 lucas123 sofia123
  valentina camila123 agustina julieta1 florencia nicolas1 nicolas123 matias123 facundo1 santiago santiago1 gonzalo1
  alejandro fernando sebastian federico leonardo`.split(/\s+/),
)
