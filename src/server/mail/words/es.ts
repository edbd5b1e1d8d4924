import type { Words } from './words.ts';

export const es: Words = {
  hello: 'Hola:',
  signature: 'Pronósticos entre personas. Solo mayores de 18 años; apuesta con responsabilidad.',
  activation: {
    subject: 'Activa tu cuenta de Touchline',
    before: 'Abre este enlace para activar tu cuenta:',
    button: 'Activar mi cuenta',
    after: [
      'Funciona una sola vez, durante 24 horas. Si ha caducado, pide otro donde inicias sesión.',
      'La cuenta tendrá entonces el nombre y la contraseña de este registro, y se cerrarán todas sus sesiones.',
      '¿No te registraste? No hagas nada. Sin el enlace nadie puede publicar con tu dirección.',
    ],
  },
  registeredAgain: {
    subject: 'Tu cuenta de Touchline espera a que la actives',
    before:
      'Alguien volvió a registrarse con tu dirección. Si fuiste tú, abre este enlace: la cuenta tendrá entonces el nombre y la contraseña de este registro, no de uno anterior.',
    button: 'Activar mi cuenta',
    after: [
      'Funciona una sola vez, durante 24 horas.',
      '¿No te registraste ahora? No lo abras: tu cuenta sería de quien lo hizo.',
    ],
  },
  registeredTwice: {
    subject: 'Elige una contraseña para activar tu cuenta de Touchline',
    before:
      'Tu dirección se registró más de una vez, quizá por otra persona. Abre este enlace para elegir una contraseña: activa la cuenta, y ninguna otra contraseña vale ya.',
    button: 'Elegir una contraseña',
    after: [
      'Funciona una sola vez, durante diez minutos.',
      '¿No te registraste? No hagas nada. Sin el enlace nadie puede publicar con tu dirección.',
    ],
  },
  alreadyRegistered: {
    subject: 'Ya tienes una cuenta de Touchline',
    before:
      'Alguien usó tu dirección para una cuenta nueva. Ya tienes una, y nada cambió en ella. Puedes iniciar sesión aquí:',
    button: 'Iniciar sesión',
    after: ['¿No fuiste tú? No hay nada que hacer.'],
  },
  reset: {
    subject: 'Elige una nueva contraseña de Touchline',
    before: 'Abre este enlace para elegir una nueva contraseña:',
    button: 'Elegir una contraseña',
    after: [
      'Funciona una sola vez, durante diez minutos. Entonces se cierran todas las sesiones de tu cuenta.',
      '¿No lo pediste? No hagas nada. Tu contraseña sigue igual.',
    ],
  },
  passwordChanged: {
    subject: 'Tu contraseña de Touchline ha cambiado',
    before:
      'La contraseña de tu cuenta ha cambiado y se cerró la sesión en los demás dispositivos. ¿No fuiste tú? Elige ahora mismo una nueva contraseña:',
    button: 'Elegir una contraseña',
    after: ['¿Fuiste tú? No hay nada que hacer.'],
  },
  emailAsked: {
    subject: 'Alguien quiere cambiar el correo de tu cuenta de Touchline',
    before:
      'Alguien que conoce tu contraseña pidió otro correo para tu cuenta. Todavía no ha cambiado nada. ¿No fuiste tú? Elige ahora mismo una nueva contraseña:',
    button: 'Elegir una contraseña',
    after: ['¿Fuiste tú? Abre el enlace enviado a tu nueva dirección.'],
  },
  emailConfirm: {
    subject: 'Confirma el nuevo correo de tu cuenta de Touchline',
    before:
      'Abre este enlace para que esta dirección sea el correo de la cuenta de Touchline que ahora tiene {account}:',
    button: 'Confirmar este correo',
    after: [
      'Funciona una vez, durante 24 horas, donde tengas iniciada la sesión en esa cuenta o con su contraseña.',
      '¿No es tuya esa cuenta? No hagas nada y no escribas ahí ninguna contraseña.',
    ],
  },
  emailChanged: {
    subject: 'El correo de tu cuenta de Touchline ha cambiado',
    before:
      'Tu cuenta tiene otro correo a partir de ahora. ¿No fuiste tú? Este enlace deshace el cambio, cierra todas las sesiones y te deja elegir una nueva contraseña:',
    button: 'Deshacer el cambio',
    after: ['El enlace funciona durante siete días.', '¿Fuiste tú? No hay nada que hacer.'],
  },
  emailMade: {
    subject: 'Este es ahora el correo de tu cuenta de Touchline',
    before: 'A partir de ahora entras con esta dirección:',
    button: 'Iniciar sesión',
    after: ['Durante una semana, tu buzón anterior puede deshacer el cambio.'],
  },
  emailUndone: {
    subject: 'Este vuelve a ser el correo de tu cuenta de Touchline',
    before:
      'Se deshizo el cambio de tu correo y se cerraron todas las sesiones. Abre este enlace para elegir la contraseña con la que entrarás:',
    button: 'Elegir una contraseña',
    after: ['Funciona una sola vez, durante diez minutos. Puedes pedir otro donde inicias sesión.'],
  },
  guardAdded: {
    subject: 'Se añadió algo a tu inicio de sesión en Touchline',
    before:
      'Se añadió a tu cuenta una aplicación de autenticación o una llave de acceso. ¿No fuiste tú? Este enlace la quita, con todo lo que se añadió después, cierra todas las sesiones y te deja elegir una contraseña nueva:',
    button: 'Quitarla',
    after: [
      'El enlace funciona una vez, durante siete días. Si después cambió el correo de tu cuenta, también se deshace ese cambio.',
      '¿Fuiste tú? No tienes que hacer nada.',
    ],
  },
  guardRemoved: {
    subject: 'Se quitó algo de tu inicio de sesión en Touchline',
    before:
      'Se quitó de tu cuenta una aplicación de autenticación o una llave de acceso. ¿No fuiste tú? Elige enseguida una contraseña nueva y revisa tus ajustes:',
    button: 'Elegir una contraseña nueva',
    after: ['¿Fuiste tú? No tienes que hacer nada.'],
  },
  guardTakenBack: {
    subject: 'Se quitó lo añadido a tu inicio de sesión en Touchline',
    before:
      'La aplicación de autenticación o la llave de acceso ya no está y se cerraron todas las sesiones. Abre este enlace para elegir una contraseña nueva, con la que entrarás:',
    button: 'Elegir una contraseña nueva',
    after: ['Funciona una vez, durante diez minutos. Puedes pedir otro donde inicias sesión.'],
  },
};
