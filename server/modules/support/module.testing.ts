import type { Samples } from '#server/testing/samples.ts'

export const samples: Samples = {
  requests: () => ({
    'POST /api/v1/email/contact': {
      body: { name: 'Alguien', mail: 'alguien@previa.example', message: 'Una consulta cualquiera.' },
    },
    'POST /api/v1/client-error': {
      body: {
        kind: 'screen',
        message: 'x is undefined',
        screen: '/evento/:id',
        build: 'index-A1.js',
        frames: ['assets/a.js:1:2'],
      },
    },
  }),
}
