document.getElementById('submit').submit();
