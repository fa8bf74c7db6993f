/** The first file of a download. Pure. */
import { brand } from '#contract/brand.ts'
import { formatMoment } from '#contract/dates.ts'

export function readme(name: string, now: string): string {
  return `${brand.name} · Datos de ${name}
Preparado el ${formatMoment(now)} (hora de Buenos Aires)

Este archivo tiene lo que ${brand.name} guarda sobre vos (Ley 25.326, artículos 14 y 15):

perfil.json           tus datos y contactos
roles.json            lo que sos en organizaciones y eventos
sesiones.json         dónde y cuándo ingresaste (se guardan 30 días)
compras.json          tus compras, con sus pagos y devoluciones
entradas.json         las entradas que tenés o pagaste
transferencias.json   las entradas que diste o recibiste
mensajes.json         lo que nos escribiste
envios.json           los mails y WhatsApp con tus entradas
solicitudes.json      tus pedidos de eliminación de cuenta y de datos
entradas/             tus entradas en PDF

Los importes están en pesos; las fechas, en hora universal (UTC). De otras personas figuran solo
el nombre y la inicial. Tu contraseña no está: la guardamos cifrada de un modo que ni nosotros podemos leer.
Los registros de seguridad (quién hizo qué, desde qué dirección) se piden a ${brand.supportMail}.

${brand.company.legalName} · CUIT ${brand.company.cuit} · ${brand.company.address}
`
}
